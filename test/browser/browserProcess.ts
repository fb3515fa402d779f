import { chromium } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes that talk to each other.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]

// Ends with its browser, and with the process that started it.
const server = await chromium.launchServer({ executablePath: process.argv[2] ?? '', args: FLAGS })
server.once('close', () => process.exit(1))
process.once('disconnect', () => void server.kill())

// One that ends early does so with its first tab.
const browser = await chromium.connect(server.wsEndpoint())
await browser.newPage()
await browser.close()
process.send?.(server.wsEndpoint())
