import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OnResolveResult, Plugin } from 'esbuild'
import { BROWSER } from './browser.ts'

const root = path.resolve(import.meta.dirname, '..')
const pageDir = path.join(root, 'functions/chatapp/page')

/** Made by platform/buildIdentityClient.ts where somebody wants it. */
export const IDENTITY_CLIENT = path.join(root, '.build/identity-client.js')

/** Two of the packages bring a copy of their own of the same validator; one of them serves both. */
const oneValidator: Plugin = {
  name: 'one-validator',
  setup(build) {
    let first: Promise<OnResolveResult> | undefined
    build.onResolve({ filter: /^valibot$/ }, ({ resolveDir, kind, pluginData }) =>
      pluginData === build ? undefined : (first ??= build.resolve('valibot', { resolveDir, kind, pluginData: build })),
    )
  },
}

/**
 * The Mini App page for its Worker: script and style with names by their content, and the vendor's identity client, empty
 * where it was not built.
 */
export async function chatappPage(): Promise<Record<string, string>> {
  const { build } = await import('esbuild')
  const [script = '', style = ''] = await Promise.all(
    ['main.tsx', 'ui/style.css'].map(async (entry) => {
      const { outputFiles } = await build({
        ...BROWSER,
        entryPoints: [path.join(pageDir, entry)],
        outdir: root,
        plugins: [oneValidator],
        jsx: 'automatic',
        jsxImportSource: 'preact',
        // The page loads these from its own origin when it needs them.
        external: ['/chatapp/*'],
      })
      return outputFiles?.[0]?.text ?? ''
    }),
  )
  const identityClient = existsSync(IDENTITY_CLIENT) ? await readFile(IDENTITY_CLIENT, 'utf8') : ''
  return {
    script,
    style,
    scriptName: `page.${hashOf(script)}.js`,
    styleName: `page.${hashOf(style)}.css`,
    identityClient,
    identityClientName: identityClient && 'identity-client.js',
  }
}

/** Sources of the page, relative to the root: a bundle that holds it is stale when one of them changes. */
export async function chatappPageInputs(): Promise<string[]> {
  const files = [path.relative(root, IDENTITY_CLIENT)]
  for await (const file of glob('functions/chatapp/page/**/*.{ts,tsx,css}', { cwd: root })) files.push(file)
  return files
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
