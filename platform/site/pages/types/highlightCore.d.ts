import type { Language } from './highlightLanguage.d.ts'

/** The part of highlight.js that is used. Its own types bring those of a browser, which would be global here. */
declare const hljs: {
  registerLanguage(name: string, language: Language): void
  highlight(text: string, options: { readonly language: string }): { readonly value: string }
}
export default hljs
