import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Pages } from '../../../functions/site/pages/Pages.ts'

const root = path.resolve(import.meta.dirname, '../../..')

let loaded: Promise<Pages> | undefined

/** The pages' own code, bundled for this process, since Node reads no JSX. */
export const loadPages = (): Promise<Pages> => (loaded ??= load())

async function load(): Promise<Pages> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    entryPoints: [path.join(root, 'functions/site/pages/index.ts')],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    logLevel: 'warning',
  })
  const code = outputFiles[0]?.text ?? ''
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
  const file = path.join(root, '.cache/pages', `${hash}.mjs`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, code)
  const loaded: { readonly pages: Pages } = await import(pathToFileURL(file).href)
  return loaded.pages
}
