import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerCommand } from '../../../provisioner/client/answerCommand.ts'
import { root } from '../../laws/sources.ts'
import { type RunningProvisioner, startBridge, TOKEN } from '../startBridge.ts'
import { useNet } from '../../support/useNet.ts'

let service: RunningProvisioner
let bridgeToken: string
const world = useNet(() => startBridge())
beforeAll(async () => {
  bridgeToken = await world.deployToken()
  service = await world.start()
})

const variables = () => ({ SVM_PROVISIONER_URLS: service.url, PROVISIONER_BEARER_TOKEN: TOKEN })

async function run(args: readonly string[], input = '', others: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'provisioner/client/cli.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...variables(), ...others },
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr: stderr.trim(), code }
}
const coin = () => JSON.stringify({ bridgeToken })

describe('the command of the client', () => {
  test('prints the route of a token, from its argument and from standard input', async () => {
    const first = await run(['route', coin()])
    expect(first.stderr).toBe('')
    expect(JSON.parse(first.stdout)).toMatchObject({ bridgeToken })
    const again = await run(['route', '-'], coin())
    expect(JSON.parse(again.stdout)).toMatchObject({ mintPubkey: JSON.parse(first.stdout).mintPubkey })
  })

  test('ends with 1 and the code of what went wrong, and never shows its token', async () => {
    const refused = await run(['route', coin()], '', { PROVISIONER_BEARER_TOKEN: 'f'.repeat(64) })
    expect(refused).toMatchObject({ stdout: '', code: 1, stderr: expect.stringMatching(/^provisioner_failed/) })
    expect(refused.stderr).not.toContain('f'.repeat(64))
  })

  // The output and exit code of other errors take the same path.
  const answer = (args: readonly string[], others: Record<string, string> = {}) =>
    answerCommand(args, { variables: { ...variables(), ...others }, input: async () => '' })

  test('says what is wrong with a request, and what is not configured', async () => {
    await expect(answer(['route', '{"bridgeToken":"0x12"}'])).rejects.toThrow(/^invalid_request: bridgeToken: /)
    await expect(answer(['route', coin()], { PROVISIONER_BEARER_TOKEN: '' })).rejects.toThrow(
      /^provisioner_not_configured/,
    )
  })

  test.each([[[]], [['route']], [['mint', '{}']], [['route', '{}', 'more']]])(
    'says how to call it: %j',
    async (args) => {
      await expect(answer(args)).rejects.toThrow(/^usage: npm run provision/)
    },
  )

  test('says how to call it where the request is not JSON', async () => {
    await expect(answer(['route', 'not JSON'])).rejects.toThrow(/^the request is not JSON\nusage: npm run provision/)
  })
})
