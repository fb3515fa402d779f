import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { axeTests } from '../chatapp/page/axe.ts'
import { inChatApp } from '../chatapp/page/inChatApp.ts'
import { page } from '../chatapp/page/page.ts'
import { type PageNet, startPageNet } from '../chatapp/page/startPageNet.ts'
import { inPage } from '../client/auth/inPage.ts'
import { mcpInPage } from '../mcp/inPage.ts'
import { CHROMIUM, needs } from '../support/machine.ts'
import { openBrowser, type OpenBrowser } from './openBrowser.ts'
import { session } from './session.ts'

describe('in a browser', needs('Chromium', CHROMIUM), () => {
  let browser: OpenBrowser
  beforeAll(async () => {
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())
  afterEach(() => browser?.closeOthers())

  describe('the Mini App page', () => {
    let net: PageNet
    beforeAll(async () => {
      net = await startPageNet(browser)
    })
    afterAll(() => net?.stop())
    afterEach(() => net?.identity.setFaults({}))
    const current = () => net

    page(current)
    describe('inside the chat app', () => inChatApp(current))
    axeTests(current)
  })

  describe('a session', () => session(() => browser))
  describe('the client', () => inPage(() => browser))
  describe('a client of MCP', () => mcpInPage(() => browser))
})
