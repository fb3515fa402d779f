import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'
import { needs } from '../../support/machine.ts'

const modules = path.resolve(import.meta.dirname, '../../../node_modules')
const INSPECTOR = path.join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
/** It needs Node 22.19, and older ones run these tests too: then that of the packages, where they have one. */
const NODE = [isNewEnough() ? process.execPath : '', path.join(modules, '.bin/node')].find((file) => existsSync(file))

function isNewEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

let net: BorrowedNet
let home: string
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'inspector-'))
  net = await startLocalnet({ families: ['gauge', 'mcp', 'site'] })
})
afterAll(async () => {
  await net?.stop()
  await rm(home, { recursive: true, force: true })
})

/** Runs the inspector as a program, with a home of its own. */
async function inspect(args: readonly string[], at = '/mcp') {
  const child = spawn(
    NODE ?? '',
    [INSPECTOR, '--cli', '--server-url', `${net.host}${at}`, '--transport', 'http', ...args],
    {
      cwd: home,
      env: { ...process.env, HOME: home },
    },
  )
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { stdout, stderr, code }
}

const Listed = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) })
const Loaded = z.object({ result: z.looseObject({}) })

describe('the inspector', needs('Node 22.19', NODE), () => {
  describe.each(['legacy', 'modern', 'auto'])('in the era %s', (era) => {
    const inEra = ['--protocol-era', era, '--format', 'json']

    test('finds no fault in the schemas of tools', async () => {
      const { code, stdout, stderr } = await inspect(['--method', 'tools/list', '--strict', ...inEra])
      expect([code, stderr]).toEqual([0, ''])
      expect(Listed.parse(JSON.parse(stdout)).result.tools.map(({ name }) => name)).toContain('search_operations')
    })

    test('finds no fault in those of a family', async () => {
      const list = ['--method', 'tools/list', '--strict', ...inEra]
      const { code, stdout, stderr } = await inspect(list, '/mcp/x/gauge')
      expect([code, stderr]).toEqual([0, ''])
      expect(Listed.parse(JSON.parse(stdout)).result.tools.map(({ name }) => name)).toContain('getGaugeEpoch')
    })

    test('calls a tool ten at once without an error', async () => {
      const load = ['--load', '--load-concurrency', '10', '--load-requests', '30']
      const call = [
        '--method',
        'tools/call',
        '--tool-name',
        'call_read',
        '--tool-args-json',
        '{"operationId":"getGaugeEpoch"}',
      ]
      const { code, stdout, stderr } = await inspect([...call, ...load, ...inEra])
      expect([code, stderr]).toEqual([0, ''])
      expect(Loaded.parse(JSON.parse(stdout)).result).toMatchObject({
        ok: 30,
        toolErrors: 0,
        errors: 0,
        errorMessages: [],
      })
    })
  })
})
