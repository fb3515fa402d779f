import { afterEach, describe } from 'vitest'
import { axeTests } from '../chatapp/page/axe.ts'
import { inChatApp } from '../chatapp/page/inChatApp.ts'
import { page } from '../chatapp/page/page.ts'
import { startPageNet } from '../chatapp/page/startPageNet.ts'
import { inPage } from '../client/auth/inPage.ts'
import { mcpInPage } from '../mcp/inPage.ts'
import { CHROMIUM, needs } from '../support/machine.ts'
import { openBrowser } from './openBrowser.ts'
import { session } from './session.ts'
import { useNet } from '../support/useNet.ts'

describe('in a browser', needs('Chromium', CHROMIUM), () => {
  const browser = useNet(() => openBrowser(), 120_000)
  afterEach(() => browser?.closeOthers())

  describe('the Mini App page', () => {
    const net = useNet(() => startPageNet(browser))
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
