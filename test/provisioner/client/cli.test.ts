import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../laws/sources.ts'
import { type Bridge, type RunningProvisioner, startBridge, TOKEN } from '../startBridge.ts'

let world: Bridge
let service: RunningProvisioner
let bridgeToken: string
beforeAll(async () => {
  world = await startBridge()
  bridgeToken = await world.deployToken()
  service = await world.start()
})
afterAll(() => world.stop())

async function run(args: readonly string[], input = '', variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'provisioner/client/cli.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      SVM_PROVISIONER_URLS: service.url,
      PROVISIONER_BEARER_TOKEN: TOKEN,
      ...variables,
    },
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr: stderr.trim(), code }
}
const coin = () => JSON.stringify({ bridgeToken })

describe('the command of the client', () => {
  test('prints the route of a token, from its argument and from standard input', async () => {
    const asked = await run(['route', coin()])
    expect(asked.stderr).toBe('')
    expect(JSON.parse(asked.stdout)).toMatchObject({ bridgeToken })
    const again = await run(['route', '-'], coin())
    expect(JSON.parse(again.stdout)).toMatchObject({ mintPubkey: JSON.parse(asked.stdout).mintPubkey })
  })

  test('ends with 1 and the code of what went wrong, and never shows its token', async () => {
    const wrong = await run(['route', '{"bridgeToken":"0x12"}'])
    expect(wrong).toMatchObject({
      stdout: '',
      code: 1,
      stderr: expect.stringMatching(/^invalid_request: bridgeToken: /),
    })
    expect(await run(['route', coin()], '', { PROVISIONER_BEARER_TOKEN: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^provisioner_not_configured/),
    })
    const refused = await run(['route', coin()], '', { PROVISIONER_BEARER_TOKEN: 'f'.repeat(64) })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^provisioner_failed/) })
    expect(refused.stderr).not.toContain('f'.repeat(64))
  })

  test('says how to call it', async () => {
    for (const args of [[], ['route'], ['mint', '{}'], ['route', '{}', 'more']])
      expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('usage: npm run provision') })
    expect((await run(['route', 'not JSON'])).stderr).toContain('the request is not JSON')
  })
})
