/** The parts of Eleventy 3 that this project uses; the package brings no types of its own. */
declare module "@11ty/eleventy" {
  export interface BuildEvent {
    directories: { output: string };
  }

  export interface VirtualTemplate {
    data: Record<string, unknown>;
    render(data: never): string;
  }

  export interface UserConfig {
    /** What this Eleventy is to make; ours, not Eleventy's. */
    run?: import("./run.ts").Run;
    addGlobalData(name: string, value: () => Promise<unknown>): void;
    addTemplate(name: string, template: VirtualTemplate): void;
    on(event: "eleventy.before", listener: (event: BuildEvent) => void): void;
    on(event: "eleventy.after", listener: (event: BuildEvent) => Promise<void>): void;
    addPlugin(plugin: (eleventyConfig: UserConfig) => void): void;
    addTransform(name: string, transform: (this: { page: { outputPath: string } }, content: string) => string): void;
    events: { setMaxListeners(most: number): void };
    setServerOptions(options: Record<string, unknown>): void;
    setUseGitIgnore(use: boolean): void;
    setWatchJavaScriptDependencies(watch: boolean): void;
  }

  export interface EleventyOptions {
    source: "cli" | "script";
    configPath: string;
    runMode: "build" | "serve";
    dryRun: boolean;
    quietMode: boolean;
    config(eleventyConfig: UserConfig): void;
  }

  export class Eleventy {
    constructor(input: string | null, output: string, options: EleventyOptions);
    logger: { overrideLogger(logger: Record<"log" | "info" | "warn" | "error", () => void>): void };
    init(): Promise<void>;
    /** Where errors of builds go that nobody awaits. */
    errorHandler: Record<"once" | "error" | "fatal", (...told: unknown[]) => void>;
    toJSON(): Promise<unknown>;
    /** Forgets a build, before the next one. */
    restart(): Promise<void>;
    /** Resolves, after the first build, to a function that builds again because of a changed path. */
    watch(): Promise<(path: string) => Promise<void>>;
    serve(port: number): Promise<void>;
    /** Its `server` is there once `serve()` has resolved. */
    eleventyServe: { server: { ready(): Promise<void> } };
    stopWatch(): Promise<void>;
  }
}

declare module "@11ty/eleventy-dev-server" {
  import type { Server } from "node:http";
  export default class EleventyDevServer {
    readonly server: Server;
    _serverListen(port: number): void;
  }
}
