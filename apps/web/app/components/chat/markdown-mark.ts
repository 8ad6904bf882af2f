/** An attribute of an answer: browsers see by it that they need Markdown. */
export const MARKDOWN_ATTRIBUTE = "data-markdown";
