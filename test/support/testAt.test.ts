import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.resolve(import.meta.dirname, '../../scripts/testAt.ts')
const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })

test.each([[], ['2026-12-02'], ['2026-12-02T23:30:00'], ['2026-13-01T00:00Z'], ['test/gauge']])(
  'test:at without a time says how it is used: %s',
  (...args) => {
    expect(run(args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^usage: npm run test:at/) })
  },
)

test('test:at names what is missing: a compiler, or Linux', () => {
  expect(run(['2026-12-02T23:30Z'], { PATH: '/nowhere' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(process.platform === 'linux' ? 'a C compiler named cc' : 'needs Linux'),
  })
})
