import { textOf } from '../laws/sources.ts'

/** The code blocks of a language in a document, as printed; those in lists without their indentation. */
export const blocksOf = (file: string, language: string): string[] =>
  [...textOf(file).matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, 'gms'))].map(
    ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
