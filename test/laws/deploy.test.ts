import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './sources.ts'

const deploy = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/deploy.ts'), ...args], { encoding: 'utf8' })

test.each([[[]], [['--env', 'prod']], [['--env']], [['--environment', 'staging']], [['--env', 'staging', '--dry']]])(
  '%j is refused with the usage',
  (args) => {
    const { status, stderr } = deploy(...args)
    expect(status).toBe(2)
    expect(stderr).toContain('usage: npm run deploy -- --env staging|production [--dry-run]')
  },
)

test('nothing is deployed while the database is a placeholder', () => {
  const { status, stdout, stderr } = deploy('--env', 'production')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^production has a placeholder for its database: .*scripts\/workers\.ts/)
  expect(stdout).toBe('')
})

test('continuous integration runs the tests as the README says, and the dry run of both environments', () => {
  expect(textOf('.ci/run')).toMatch(/\nnpm ci && npm test\n$/)
  const workflow = textOf('.github/workflows/ci.yml')
  expect(workflow).toContain('run: .ci/run')
  expect(workflow).toContain('environment: [staging, production]')
  expect(workflow).toContain('npm run deploy -- --env ${{ matrix.environment }} --dry-run')
})
