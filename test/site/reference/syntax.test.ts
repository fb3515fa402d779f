import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Language } from '../../../functions/site/pages/reference/OperationPage.ts'
import { shell } from '../../docs/shell.ts'
import { root } from '../../laws/sources.ts'
import { factsAbout } from '../../support/facts.ts'
import { needs, pythonWith } from '../../support/machine.ts'
import { samplesAt } from './samplesAt.ts'

const HOST = 'https://api.example.com'
const samples = [...samplesAt(HOST)]

/** Does something with the samples of a language in files of their own. */
async function inFiles(
  languages: readonly Language[],
  ending: string,
  use: (directory: string, names: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const directory = await mkdtemp(path.join(root, '.cache/syntax-'))
  try {
    const files = samples.flatMap(([id, texts]) =>
      languages.flatMap((language) => {
        const text = texts[language]
        return text === undefined ? [] : [[`${id}-${language}.${ending}`, text] as const]
      }),
    )
    for (const [name, text] of files) await writeFile(path.join(directory, name), text)
    await use(
      directory,
      files.map(([name]) => name),
    )
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Declarations that samples rely on. */
const CONTEXT = `import type { LocalAccount } from 'viem'\ndeclare global {\n  const account: LocalAccount\n}\n`

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024'],
  module: 'nodenext',
  moduleDetection: 'force',
  types: ['node'],
}

test('every sample in TypeScript has the types of the client', { timeout: 120_000 }, () =>
  inFiles(['typescript', 'viem'], 'ts', async (directory, names) => {
    expect(names.length).toBeGreaterThan(samples.length)
    await writeFile(path.join(directory, 'context.d.ts'), CONTEXT)
    await writeFile(path.join(directory, 'package.json'), '{"type":"module"}')
    await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    await shell(`${path.join(root, 'node_modules/.bin/tsc')} -p . --checkers 1`, directory)
  }),
)

test('every sample for a shell is one that a shell reads', () =>
  inFiles(['curl'], 'sh', async (directory, names) => {
    expect(names).toHaveLength(samples.length)
    await shell('for file in *.sh; do bash -n "$file"; done', directory)
  }))

test('every sample in Python compiles', needs('Python 3', pythonWith()), () =>
  inFiles(['python'], 'py', async (directory, names) => {
    expect(names).toHaveLength(samples.length)
    await shell(`${pythonWith()} -m compileall -q .`, directory)
  }),
)

factsAbout(samples, ([id]) => id)('the samples have the request of the example, and no credential', ([, texts]) => {
  const { curl = '', mcp = '{}' } = texts
  expect(curl).toContain(`${HOST}/api/`)
  expect(curl).not.toMatch(/undefined|\{\w+\}'|0x[0-9a-f]{64}['"]? *\\?\n *-H/i)
  expect(() => JSON.parse(mcp)).not.toThrow()
  if (texts.viem !== undefined) expect(texts.viem).toMatch(/wallet\.\w+\(|client\.\w+\(/)
})
