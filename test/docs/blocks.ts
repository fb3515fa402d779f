import { textOf } from '../laws/sources.ts'

/** The code blocks of a language in a text, as printed; those in lists without their indentation. */
export const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, 'gms'))].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

/** Code blocks of a document of the repository. */
export const blocksOf = (file: string, language: string): string[] => blocksIn(textOf(file), language)
