/** A grammar of highlight.js. */
export type Language = (hljs: never) => unknown
declare const language: Language
export default language
