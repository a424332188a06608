/**
 * The parts of Eleventy 3 that this project uses, and those that an author may use at the end of
 * `.eleventy.ts`; the package brings no types of its own.
 */
declare module "@11ty/eleventy" {
  export interface Directories {
    input: string;
    output: string;
    includes: string;
    data: string;
  }

  /** A file that a template made. */
  export interface Result {
    inputPath: string;
    outputPath: string;
    url: string;
    content: string;
  }

  export interface BuildEvent {
    directories: Directories;
    runMode: "build" | "serve" | "watch";
    outputMode: "fs" | "json" | "ndjson";
    /** Only of `eleventy.after`. */
    results: Result[];
  }

  /** Every address that is to be made, before anything is rendered. */
  export interface ContentMap {
    /** By each template's path its addresses; `false` is one that is written nowhere. */
    inputPathToUrl: Record<string, readonly (string | false)[]>;
  }

  /** A template language. */
  export interface Extension {
    outputFileExtension: string;
    read: boolean;
    getData(file: string): Record<string, unknown>;
    compile(content: string, file: string): (data: never) => string;
    compileOptions: { permalink: "raw"; cache: boolean };
  }

  // biome-ignore lint/suspicious/noExplicitAny: a template may hand over anything
  type Value = any;

  /** The page for which a filter, a shortcode or a transform is called. */
  export interface Page {
    /** False for a template that says `permalink: false`, which is written nowhere. */
    url: string | false;
    inputPath: string;
    outputPath: string | false;
    fileSlug: string;
    date: Date;
  }

  /** A filter or a shortcode; as an arrow function it has no `this`. */
  type Called<Returned> = (this: { page: Page }, ...values: Value[]) => Returned;

  /** What becomes of a page's content before it is written. */
  export type Transform = (
    this: { page: Page },
    content: string,
  ) => string | Uint8Array | Promise<string | Uint8Array>;

  /** A page in a collection. */
  export interface CollectionItem extends Page {
    page: Page;
    data: Record<string, Value>;
    content: string;
  }

  /** All pages, in the order of their dates. */
  export interface Collections {
    readonly length: number;
    getAll(): CollectionItem[];
    getAllSorted(): CollectionItem[];
    getFilteredByTag(tag: string): CollectionItem[];
    getFilteredByTags(...tags: string[]): CollectionItem[];
    getFilteredByGlob(globs: string | readonly string[]): CollectionItem[];
  }

  export type Plugin<Options = Value> = (
    eleventyConfig: UserConfig,
    options: Options,
  ) => void | Promise<void>;

  export interface UserConfig {
    directories: Directories;
    collections: Record<string, unknown>;
    /** By their names, in the order in which they run. */
    transforms: Record<string, Transform>;
    /** Globs of files that are no templates. */
    ignores: Set<string>;
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string): void;
    addLayoutAlias(alias: string, path: string): void;
    addExtension(extension: string, options: { key: string } | Extension): void;
    setTemplateFormats(formats: readonly string[]): void;
    /** Runs for each template with its data; one for which it returns false is ignored. */
    addPreprocessor(
      name: string,
      formats: string,
      preprocess: (
        data: Record<string, unknown> & { page: { inputPath: string } },
      ) => false | undefined,
    ): void;
    addDateParsing(parse: (this: { page: { inputPath: string } }, value: unknown) => unknown): void;
    on(
      event: "eleventy.before" | "eleventy.after",
      listener: (event: BuildEvent) => void | Promise<void>,
    ): void;
    on(event: "eleventy.contentMap", listener: (event: ContentMap) => void | Promise<void>): void;
    /** `map`: encoded addresses of the copies, and the files they were copied from. */
    on(
      event: "eleventy.passthrough",
      listener: (event: { map: Record<string, string> }) => void,
    ): void;
    /** An event of this project's own: what its listeners return. */
    on(event: `open-house.${string}`, listener: () => unknown): void;
    emit(event: `open-house.${string}`): Promise<unknown[]>;
    setEventEmitterMode(mode: "sequential"): void;
    addPlugin<Options>(plugin: Plugin<Options>, options?: Options): void;
    addFilter(name: string, filter: Called<unknown>): void;
    addAsyncFilter(name: string, filter: Called<Promise<unknown>>): void;
    addShortcode(name: string, shortcode: Called<string | Promise<string>>): void;
    addAsyncShortcode(name: string, shortcode: Called<Promise<string>>): void;
    /** The first value is what stands between both tags. */
    addPairedShortcode(name: string, shortcode: Called<string | Promise<string>>): void;
    addPairedAsyncShortcode(name: string, shortcode: Called<Promise<string>>): void;
    addCollection(name: string, collect: (collections: Collections) => unknown): void;
    addTransform(name: string, transform: Transform): void;
    addLinter(name: string, linter: Called<void | Promise<void>>): void;
    /** A file, a folder or a glob, or where each is copied to. */
    addPassthroughCopy(
      what: string | Record<string, string>,
      options?: Record<string, unknown>,
    ): void;
    setInputDirectory(folder: string): void;
    setDataFileSuffixes(suffixes: readonly string[]): void;
    setUseGitIgnore(use: boolean): void;
  }

  export const EleventyHtmlBasePlugin: Plugin;
  export const EleventyI18nPlugin: Plugin;
  export const EleventyRenderPlugin: Plugin;
  export const IdAttributePlugin: Plugin;
  export const InputPathToUrlTransformPlugin: Plugin;

  export interface EleventyOptions {
    source: "cli" | "script";
    configPath: string;
    runMode: "build" | "serve";
    quietMode: boolean;
    /** Called before the configuration file, with the same object. */
    config(eleventyConfig: UserConfig): void;
  }

  export class Eleventy {
    constructor(input: string | null, output: string, options: EleventyOptions);
    logger: { overrideLogger(logger: Record<"log" | "info" | "warn" | "error", () => void>): void };
    init(): Promise<void>;
    /** Where errors of builds go that nobody awaits. */
    errorHandler: Record<"once" | "error" | "fatal", (...details: unknown[]) => void>;
    /** Renders and writes everything; resolves to what was copied and what was made. */
    write(): Promise<[copied: { map: Record<string, string> }[], made: Result[]]>;
    /** Forgets a build, before the next one. */
    restart(): Promise<void>;
  }
}

declare module "@11ty/eleventy-navigation" {
  import type { Plugin } from "@11ty/eleventy";

  const navigation: Plugin;
  export default navigation;
}
/**
 * The same parser in one file: its own sixty modules would make a sixth of those that a small build
 * loads.
 */
declare module "markdown-it/dist/index.cjs.js" {
  export { default } from "markdown-it";
}
declare module "markdown-it-*" {
  import type { MarkdownIt } from "markdown-it";

  const plugin: (md: MarkdownIt, options?: Record<string, unknown>) => void;
  export default plugin;
}
declare module "@11ty/eleventy-plugin-rss" {
  /** RFC 3339 with seconds, in UTC. */
  export function dateToRfc3339(date: Date): string;
  /** HTML with every address in it resolved against an absolute one. */
  export function convertHtmlToAbsoluteUrls(markup: string, base: string): Promise<string>;
  export function getNewestCollectionItemDate(collection: readonly { date: Date }[]): Date;
}
declare module "js-yaml" {
  export const CORE_SCHEMA: unique symbol;
  export class YAMLException extends Error {
    reason: string;
    mark?: { line: number; column: number };
  }
  /** The first document of a YAML text. Throws YAMLException. */
  export function load(text: string, options: { schema: typeof CORE_SCHEMA }): unknown;
}
