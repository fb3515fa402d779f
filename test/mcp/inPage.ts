import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenBrowser } from '../browser/openBrowser.ts'
import { bundleProgram } from '../support/bundleProgram.ts'
import { type BorrowedNet, startLocalnet } from '../support/localnet.ts'

/** Tests of the published client in pages of other origins. */
export function mcpInPage(current: () => OpenBrowser) {
  let pages: Server
  let net: BorrowedNet
  let script: string
  let port: number
  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>a page</p>'))
    pages.listen(0)
    await once(pages, 'listening')
    const address = pages.address()
    port = typeof address === 'object' && address ? address.port : 0
    net = await startLocalnet({
      families: ['gauge', 'mcp', 'site'],
      variables: { TRUSTED_ORIGINS: `http://localhost:${port}` },
    })
    script = await bundleProgram(
      `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
      Object.assign(globalThis, { Client, StreamableHTTPClientTransport })`,
      { format: 'iife' },
    )
  })
  afterAll(async () => {
    pages?.close()
    await net?.stop()
  })

  /** A visit by a page: names of tools, and an answer; or the error. */
  async function visit(origin: string, mode: string): Promise<unknown> {
    const page = await current().freshTab(net.host)
    await page.goto(origin)
    return page.evaluate(`(async () => {
      ${script}
      const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode: ${mode} } })
      try {
        await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(`${net.host}/mcp`)})))
        const { tools } = await client.listTools()
        const asked = { name: 'call_read', arguments: { operationId: 'getGaugeEpoch', fields: ['currentEpoch'] } }
        const { structuredContent } = await client.callTool(asked)
        return [tools.some(({ name }) => name === 'call_read'), typeof structuredContent.currentEpoch]
      } catch (error) {
        return String(error)
      }
    })()`)
  }

  test.each(["'auto'", "'legacy'", "{ pin: '2026-07-28' }"])(
    'a page of a trusted origin lists and calls tools, and one of another is refused: mode %s',
    async (mode) => {
      expect(await visit(`http://localhost:${port}/`, mode)).toEqual([true, 'number'])
      expect(await visit(`http://127.0.0.1:${port}/`, mode)).toEqual(expect.stringMatching(/403|forbidden_origin/))
    },
  )
}
