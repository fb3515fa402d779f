import { expect, test } from 'vitest'
import { sources, type Source } from './sources.ts'

type File = Pick<Source, 'file' | 'text'>

/** Lines of code that two rooms may have in common, in a row. */
const LONGEST = 10

interface Line {
  readonly text: string
  readonly number: number
}

/** Lines of code: without imports, comments, blank lines and lone brackets, trimmed. */
function codeOf(source: string): Line[] {
  const blank = (found: string) => found.replace(/[^\n]/g, '')
  return source
    .replace(/^import\b[^;]*? from '[^']*'$|^import '[^']*'$/gm, blank)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/^\s*\/\/.*$/gm, blank)
    .split('\n')
    .map((line, i) => ({ text: line.trim(), number: i + 1 }))
    .filter(({ text }) => /\w/.test(text))
}

/** The folder that files belong to: a family, a thing of the domain, or a folder of what is shared. */
const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('shared/domain/') ? 3 : 2)
    .join('/')

/** `file:line ~ file:line` for runs of more than LONGEST equal lines of code in two rooms; each pair of files once. */
function repeats(files: readonly File[]): string[] {
  const first = new Map<string, { readonly file: string; readonly line: number }>()
  const found = new Map<string, string>()
  for (const { file, text } of files) {
    const lines = codeOf(text)
    for (let i = 0; i + LONGEST < lines.length; i++) {
      const run = lines.slice(i, i + LONGEST + 1)
      const key = run.map((line) => line.text).join('\n')
      const here = { file, line: run[0]?.number ?? 0 }
      const there = first.get(key)
      if (!there) first.set(key, here)
      else if (roomOf(there.file) !== roomOf(file)) {
        const pair = `${there.file} ${file}`
        if (!found.has(pair)) found.set(pair, `${there.file}:${there.line} ~ ${file}:${here.line}`)
      }
    }
  }
  return [...found.values()]
}

test('no block of code stands in two rooms: what two of them need is shared', () => {
  expect(repeats(sources('functions', 'shared', 'provisioner'))).toEqual([])
})

test('the reader of repeats finds a block that was copied, and lets a shorter one be', () => {
  const body = (count: number) => Array.from({ length: count }, (_, i) => `  const value${i} = read(${i})`)
  const file = (name: string, lines: readonly string[]): File => ({ file: name, text: lines.join('\n') })
  const own = (count: number) => [
    file('functions/gauge/a.ts', ["import { x } from './x.ts'", '', 'const a = 1', ...body(count)]),
    file('functions/vault/b.ts', ['/** Another', ' * comment. */', ...body(count).map((line) => `  ${line}  `), '}']),
  ]
  expect(repeats(own(LONGEST))).toEqual([])
  expect(repeats(own(LONGEST + 1))).toEqual(['functions/gauge/a.ts:4 ~ functions/vault/b.ts:3'])
  expect(repeats(own(LONGEST + 1).map((source) => ({ ...source, file: `functions/gauge/${source.file}` })))).toEqual([])
})
