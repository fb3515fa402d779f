import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from '../laws/sources.ts'
import { GIT, needs } from '../support/machine.ts'
import { soak } from '../support/soak.ts'
import { blocksOf } from './blocks.ts'
import { shell } from './shell.ts'

const PAGE = 'docs/adding-an-operation.md'

/** Files that the page prints whole, by the path beside the language. */
const newFiles = (): [file: string, text: string][] =>
  [...textOf(PAGE).matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].map(([, file = '', text = '']) => [file, text])

test(
  'docs/adding-an-operation.md: its changes apply, and in the long run its tests pass',
  { timeout: soak(60_000, 900_000), ...needs('git', GIT) },
  async ({ signal }) => {
    const copy = await mkdtemp(path.join(tmpdir(), 'adding-'))
    try {
      const changes = blocksOf(PAGE, 'diff').join('\n')
      const changed = [...changes.matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, file = '']) => file)
      const added = [...changes.matchAll(/^\+(?!\+\+ )/gm)]
      const [, files, lines] = /(\d+) files .*?(\d+) lines outside/s.exec(textOf(PAGE)) ?? []
      expect([changed.length + newFiles().length, added.length].map(String)).toEqual([files, lines])
      const everything = [
        'schema',
        'shared',
        'functions',
        'drizzle',
        'localnet',
        'provisioner',
        'scripts',
        'platform',
        'client',
        'examples',
        'test',
        'docs',
      ]
      const settings = [
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'types.d.ts',
        'vitest.config.ts',
        'drizzle.config.ts',
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'skills',
        'bench',
      ]
      for (const file of soak(0, 1) ? [...everything, ...settings] : changed)
        await cp(path.join(root, file), path.join(copy, file), { recursive: true })
      for (const [file, text] of newFiles()) {
        await mkdir(path.dirname(path.join(copy, file)), { recursive: true })
        await writeFile(path.join(copy, file), text)
      }
      await writeFile(path.join(copy, 'changes.diff'), `${changes}\n`)
      await shell('git apply changes.diff', copy)
      if (!soak(0, 1)) return
      await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
      await cp(path.join(root, '.cache/solc'), path.join(copy, '.cache/solc'), { recursive: true })
      // A process that outlived its folder would start its runtime again and again.
      const check = 'npx tsc -p . --checkers 1 && npx vitest run test/vetoken/getVetokenSupply.test.ts'
      await shell(check, copy, signal)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  },
)
