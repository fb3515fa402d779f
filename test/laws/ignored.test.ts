import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GIT, needs } from '../support/machine.ts'
import { root } from './sources.ts'

test('git ignores what may hold a secret or is made here', needs('git', GIT), async () => {
  const repository = await mkdtemp(path.join(tmpdir(), 'ignored-'))
  try {
    const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
    git('init', '--quiet')
    await cp(path.join(root, '.gitignore'), path.join(repository, '.gitignore'))
    const ignored = [
      '.env',
      '.env.local',
      '.dev.vars',
      '.dev.vars.staging',
      'functions/cre/.dev.vars',
      'provisioner/.env',
      '.secrets.staging',
    ]
    const made = ['node_modules/x', '.localnet/state/secrets.json', '.build/cre/index.js']
    expect(
      git('check-ignore', ...ignored, ...made)
        .stdout.trim()
        .split('\n'),
    ).toEqual([...ignored, ...made])
    expect(git('check-ignore', 'functions/cre/index.ts', 'wrangler.toml', 'shared/http/env.ts').stdout).toBe('')
  } finally {
    await rm(repository, { recursive: true, force: true })
  }
})
