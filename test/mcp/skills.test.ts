import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../laws/sources.ts'
import { startLocalnet } from '../support/localnet.ts'
import { connect } from './connect.ts'
import { useNet } from '../support/useNet.ts'

const names = readdirSync(path.join(root, 'skills')).sort()

const net = useNet(() => startLocalnet({ families: ['mcp', 'site'] }))
const client = useNet(() => connect(`${net.host}/mcp`, 'pinned'))

describe('skills (SEP-2640)', () => {
  test('are listed by the server, and said in its capabilities', async () => {
    expect(client.getServerCapabilities()?.extensions).toHaveProperty('io.modelcontextprotocol/skills')
    const listed = JSON.stringify(await post('skills/list'))
    for (const name of names) expect(listed).toContain(`skill://${name}/SKILL.md`)
  })

  test.each(names)('%s is read as the file that the project has', async (name) => {
    const { contents } = await client.readResource({ uri: `skill://${name}/SKILL.md` })
    expect(contents).toMatchObject([{ text: readFileSync(path.join(root, 'skills', name, 'SKILL.md'), 'utf8') }])
  })

  test('one that does not exist is an error of the protocol', async () => {
    await expect(client.readResource({ uri: 'skill://nothing/SKILL.md' })).rejects.toThrow(/nothing/)
  })
})

/** A request of the newest revision for a method that the published client does not have. */
async function post(method: string): Promise<unknown> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/skills': {} } },
  }
  const answer = await fetch(`${net.host}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } }),
  })
  return answer.json()
}
