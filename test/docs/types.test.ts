import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from '../laws/sources.ts'
import { blocksOf } from './blocks.ts'
import { shell } from './shell.ts'

/** The start of fragments: the names that their pages introduce before them. */
const CONTEXT = `
import type { Client } from 'creator-vault'
import type { LocalAccount } from 'viem'
declare global {
  const client: Client
  const account: LocalAccount
}
`

/** Pages whose JavaScript is what readers of types begin with. */
const INTRODUCTIONS = ['README.md', 'docs/client.md']

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  allowImportingTsExtensions: true,
  target: 'es2024',
  lib: ['es2024'],
  module: 'nodenext',
  moduleDetection: 'force',
  types: ['@cloudflare/workers-types', 'node'],
}

test('TypeScript of the documents is strict, and fragments name what there is', { timeout: 360_000 }, async () => {
  const directory = await mkdtemp(path.join(root, '.cache/types-'))
  try {
    for (const linked of ['examples', 'provisioner', 'schema', 'shared', 'types.d.ts'])
      await symlink(path.join(root, linked), path.join(directory, linked))
    const documents = ['README.md', ...filesUnder('docs', '.md')]
    const blocks = documents.flatMap((file) =>
      (INTRODUCTIONS.includes(file) ? ['ts', 'ts fragment', 'js'] : ['ts', 'ts fragment']).flatMap((language) =>
        blocksOf(file, language).map((code, index) => ({
          name: `${path.basename(file, '.md')}-${language.replace(' ', '-')}-${index}.${language === 'js' ? 'mjs' : 'ts'}`,
          code: language === 'js' ? `// @ts-check\n${code}` : code,
        })),
      ),
    )
    expect(blocks.length).toBeGreaterThan(5)
    for (const { name, code } of blocks) await writeFile(path.join(directory, name), code)
    await writeFile(path.join(directory, 'context.d.ts'), CONTEXT)
    await writeFile(path.join(directory, 'package.json'), '{"type":"module"}')
    await writeFile(
      path.join(directory, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts', '*.mjs'] }),
    )
    await shell(`${path.join(root, 'node_modules/.bin/tsc')} -p . --checkers 1`, directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
