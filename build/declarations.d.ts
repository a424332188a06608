/**
 * The parts of Eleventy 3 that this project uses, or that the authors' manual describes for use at
 * the end of `.eleventy.ts`; the package has no types of its own.
 */
declare module "@11ty/eleventy" {
  // biome-ignore lint/suspicious/noExplicitAny: a template may hand over anything
  type Value = any;

  /** The page for which a filter, a shortcode or a transform is called. */
  export interface Page {
    /** False for a template with `permalink: false`, which is not written. */
    url: string | false;
    inputPath: string;
    outputPath: string | false;
    fileSlug: string;
    filePathStem: string;
    date: Date;
  }

  /** A page in a collection. */
  export interface CollectionItem extends Page {
    page: Page;
    data: Record<string, Value>;
    content: string;
  }

  /** All pages. */
  export interface Collections {
    readonly length: number;
    getAll(): CollectionItem[];
    /** In the order of their dates. */
    getAllSorted(): CollectionItem[];
    getFilteredByTag(tag: string): CollectionItem[];
  }

  /** A file that a template made. */
  export interface Result {
    inputPath: string;
    outputPath: string;
    url: string;
    content: string;
  }

  /** All addresses, before anything is rendered. */
  export interface ContentMap {
    /** Addresses by their template's path; `false` for a page that is not written. */
    inputPathToUrl: Record<string, readonly (string | false)[]>;
  }

  interface Events {
    "eleventy.before": { directories: UserConfig["directories"] };
    "eleventy.contentMap": ContentMap;
    /** `map`: the copies' encoded addresses, and their source files. */
    "eleventy.passthrough": { map: Record<string, string> };
    "eleventy.after": {
      directories: UserConfig["directories"];
      outputMode: "fs" | "json" | "ndjson";
      results: Result[];
    };
    /** An event of this project; returns its listeners' results. */
    "open-house.run": undefined;
  }

  /** A template language. */
  export interface Extension {
    outputFileExtension: string;
    read: boolean;
    getData(file: string): Record<string, unknown>;
    compile(content: string, file: string): (data: never) => string;
    compileOptions: { permalink: "raw"; cache: boolean };
  }

  /** Changes a page's content before it is written. */
  export type Transform = (
    this: { page: Page },
    content: string,
  ) => string | Uint8Array | Promise<string | Uint8Array>;

  /** Adds a filter or a shortcode; an arrow function has no `this`. */
  type Add<Returned> = (
    name: string,
    called: (this: { page: Page }, ...values: Value[]) => Returned,
  ) => void;

  export type Plugin<Options = Value> = (
    eleventyConfig: UserConfig,
    options: Options,
  ) => void | Promise<void>;

  export interface UserConfig {
    directories: { input: string; output: string };
    collections: Record<string, unknown>;
    /** An author's changes to the libraries of template languages. */
    libraryAmendments: { md?: ((parser: import("markdown-it").MarkdownIt) => void)[] };
    libraryOverrides: { md?: unknown };
    markdownHighlighter: ((code: string, language: string) => string) | null;
    amendLibrary(name: "md", amend: (parser: import("markdown-it").MarkdownIt) => void): void;
    setLibrary(name: string, library: unknown): void;
    addMarkdownHighlighter(highlight: (code: string, language: string) => string): void;
    /** Globs of files that are not templates. */
    ignores: Set<string>;
    on<Name extends keyof Events>(event: Name, listener: (event: Events[Name]) => unknown): void;
    emit(event: keyof Events): Promise<unknown[]>;
    setEventEmitterMode(mode: "sequential"): void;
    setTemplateFormats(formats: readonly string[]): void;
    setDataFileSuffixes(suffixes: readonly string[]): void;
    setUseGitIgnore(use: boolean): void;
    addPlugin<Options>(plugin: Plugin<Options>, options?: Options): void;
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string): void;
    addLayoutAlias(alias: string, path: string): void;
    addExtension(extension: string, options: { key: string } | Extension): void;
    /** Runs for each template with its data; if it returns false, the template is ignored. */
    addPreprocessor(
      name: string,
      formats: string,
      preprocess: (data: Record<string, unknown> & { page: Page }) => false | undefined,
    ): void;
    addDateParsing(parse: (this: { page: Page }, value: unknown) => unknown): void;
    addFilter: Add<unknown>;
    addAsyncFilter: Add<Promise<unknown>>;
    addShortcode: Add<string | Promise<string>>;
    addAsyncShortcode: Add<Promise<string>>;
    /** The first value is the content between both tags. */
    addPairedShortcode: Add<string | Promise<string>>;
    addPairedAsyncShortcode: Add<Promise<string>>;
    addCollection(name: string, collect: (collections: Collections) => unknown): void;
    addTransform(name: string, transform: Transform): void;
    /** A file, a folder or a glob, or where each is copied to. */
    addPassthroughCopy(what: string | Record<string, string>, options?: object): void;
  }

  export const IdAttributePlugin: Plugin;

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        source: "cli";
        configPath: string;
        runMode: "build" | "serve";
        /** Called before the configuration file, with the same object. */
        config(eleventyConfig: UserConfig): void;
      },
    );
    eleventyConfig: { userConfig: UserConfig };
    disableLogger(): void;
    bench: { finish(): void };
    /** Receives errors of builds that nobody awaits. */
    errorHandler: Record<"once" | "error" | "fatal", (...details: unknown[]) => void>;
    init(): Promise<void>;
    /** Renders and writes everything. */
    write(): Promise<unknown>;
    /** Forgets a build, before the next one. */
    restart(): Promise<void>;
  }
}

declare module "@11ty/eleventy-navigation" {
  const navigation: import("@11ty/eleventy").Plugin;
  export default navigation;
}

/** The same parser in one file: its sixty modules would be a sixth of what a small build loads. */
declare module "markdown-it/dist/index.cjs.js" {
  export { default } from "markdown-it";
}

declare module "markdown-it-*" {
  const plugin: import("markdown-it").PluginWithOptions<Record<string, unknown>>;
  export default plugin;
}

declare module "@11ty/eleventy-plugin-rss" {
  /** RFC 3339 with seconds, in UTC. */
  export function dateToRfc3339(date: Date): string;
  /** HTML with every address in it resolved against an absolute one. */
  export function convertHtmlToAbsoluteUrls(markup: string, base: string): Promise<string>;
  export function getNewestCollectionItemDate(collection: readonly { date: Date }[]): Date;
}
