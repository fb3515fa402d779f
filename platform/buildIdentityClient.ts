import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BROWSER } from './browser.ts'
import { IDENTITY_CLIENT } from './chatappPage.ts'

const root = path.resolve(import.meta.dirname, '..')
const SDK = '@privy-io/js-sdk-core'

/**
 * Bundles the identity provider's own browser client for the page (docs/chatapp.md). Its package is not one of this
 * project's and is installed by hand; the next build of the chatapp Worker takes what this writes.
 */
async function main(): Promise<void> {
  try {
    createRequire(import.meta.url).resolve(SDK)
  } catch {
    throw new Error(`${SDK} is not installed; run npm install --no-save ${SDK}@0.76.2`)
  }
  const { build } = await import('esbuild')
  const { outputFiles = [] } = await build({
    ...BROWSER,
    entryPoints: [path.join(root, 'functions/chatapp/page/identity/vendor/identityClient.ts')],
    outfile: IDENTITY_CLIENT,
  })
  const [bundle] = outputFiles
  if (!bundle) throw new Error('the bundle is empty')
  await mkdir(path.dirname(IDENTITY_CLIENT), { recursive: true })
  await writeFile(IDENTITY_CLIENT, bundle.contents)
  console.log(`${path.relative(root, IDENTITY_CLIENT)}: ${(bundle.contents.length / 1024).toFixed(0)} KiB`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
