import { isOnlyList, type Page } from "../content/page.ts";
import { sha256 } from "../lib/bytes.ts";
import { memoize } from "../lib/once.ts";
import type { DocumentFamily, OutputFile, SiteModel } from "../model/site-model.ts";
import { schemaUrl } from "../schemas/fields.ts";
import { invertedIndex } from "../search/inverted-index.ts";
import { describedSchema, documentFacts, ownDocument } from "./api-document.ts";

// The index of all words: a list of files, files of words and files of pages, of which a search
// loads a few. Their names contain their digests, so that files of different builds never mix.

/** The most bytes of words in a file, unless one word has more; a search loads several files. */
const fileSize = 24_000;
/** Pages in a file; each result may need another file. */
const perFile = 20;
/** Characters of a page's description. */
const descriptionLength = 160;

/** The list of the files; the search page loads those that it needs. */
export const searchIndex = ownDocument({
  id: "search_index",
  data: (model) => {
    const { firstWords, wordFiles, pageFiles } = indexOf(model);
    return {
      pages: searchedPages(model).length,
      pages_per_file: perFile,
      first_words: firstWords,
      word_bytes: wordFiles.map((file) => file.bytes),
      word_files: wordFiles.map(fileName),
      page_files: pageFiles.map(fileName),
    };
  },
});

export const searchWordFiles: DocumentFamily = {
  ...documentFacts("search_word_files"),
  schema: describedSchema("search_word_files"),
  files: (model) => indexOf(model).wordFiles,
};

export const searchPageFiles: DocumentFamily = {
  ...documentFacts("search_page_files"),
  schema: describedSchema("search_page_files"),
  files: (model) => indexOf(model).pageFiles,
};

/** The pages that a search finds: all except those that only list others. */
function searchedPages({ pages }: SiteModel): readonly Page[] {
  return pages.filter((page) => !isOnlyList(page));
}

const indexOf = memoize((model: SiteModel) => {
  const { base_url } = model;
  const searched = searchedPages(model);
  const chunks = chunksOf(invertedIndex(searched));
  const pageFiles = Array.from({ length: Math.ceil(searched.length / perFile) }, (_, index) => {
    const pages = searched
      .slice(index * perFile, (index + 1) * perFile)
      .map((page) => resultOf(page, model));
    return outputFile("pages", { $schema: schemaUrl(searchPageFiles.id, base_url), pages });
  });
  return {
    /** The first word of each file of words. */
    firstWords: chunks.map(([[term]]) => term),
    wordFiles: chunks.map((words) =>
      outputFile("words", {
        $schema: schemaUrl(searchWordFiles.id, base_url),
        words: Object.fromEntries(words),
      }),
    ),
    pageFiles,
  };
});

/** The words of each file. */
function chunksOf<Word extends [term: string, pages: string]>(
  words: readonly Word[],
): [Word, ...Word[]][] {
  const chunks: [Word, ...Word[]][] = [];
  let size = Infinity;
  for (const word of words) {
    const [term, pages] = word;
    // Neither has characters that need escaping.
    const length = Buffer.byteLength(term) + pages.length + '["",""]'.length;
    size += length;
    if (size <= fileSize) chunks.at(-1)?.push(word);
    else {
      chunks.push([word]);
      size = length;
    }
  }
  return chunks;
}

function resultOf({ path, title, description, headings, language }: Page, { facts }: SiteModel) {
  const start = description.slice(0, descriptionLength);
  return {
    path,
    title,
    description: start === description ? start : `${start.replace(/\s+\S*$/, "")} …`,
    ...(language === facts.language ? {} : { language }),
    headings: headings.map(({ id, text }) => ({ id, text })),
  };
}

function outputFile(folder: string, value: object): OutputFile {
  const content = `${JSON.stringify(value)}\n`;
  const digest = sha256(content);
  const path = `/search/${folder}/${digest.slice(0, 12)}.json`;
  return { path, content, sha256: digest, bytes: Buffer.byteLength(content) };
}

function fileName({ path }: OutputFile): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
