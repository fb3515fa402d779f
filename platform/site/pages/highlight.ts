import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import type { Highlighted } from '../../../functions/site/pages/shell/RichText.ts'

const LANGUAGES = { bash, http, json, python, typescript }

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** Other names that Markdown gives the same languages. */
const ALIASES: Readonly<Record<string, keyof typeof LANGUAGES>> = {
  sh: 'bash',
  shell: 'bash',
  js: 'typescript',
  javascript: 'typescript',
  ts: 'typescript',
  py: 'python',
}

/** The sheet has no color for these signs, and JSON has many. */
const PUNCTUATION = /<span class="hljs-punctuation">([^<]*)<\/span>/g

const isKnown = (name: string): name is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, name)

/**
 * Colors a piece of code. The text of a language that is not known stays as it is, escaped.
 *
 * @param language as Markdown names it, without what follows (`ts`, not `ts fragment`)
 */
export function highlight(text: string, language: string): Highlighted {
  const name = ALIASES[language] ?? language
  const html = isKnown(name)
    ? hljs.highlight(text, { language: name }).value.replaceAll(PUNCTUATION, '$1')
    : escaped(text)
  return { language: name, html }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
