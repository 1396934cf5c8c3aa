/** The same for the build, which makes the index, and for the page, which reads it. */
export const searchOptions = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  // Identifiers such as `AL.isExempt` are found as a whole and by their parts.
  tokenize: (text) =>
    text.split(/[^\p{L}\p{N}_.]+|\.(?:\s|$)/u).flatMap((word) => [word, ...word.split(/[._]/)]),
};
