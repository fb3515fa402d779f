import { build } from 'esbuild'
import { generated } from '../../platform/bundle/generated.ts'
import { solidity } from '../../platform/bundle/solidity.ts'
import { root } from '../laws/sources.ts'

/** One script for workerd of a file, or of a few lines that import by paths from the project's root. */
export async function bundleWorker(entry: { readonly file: string } | { readonly contents: string }): Promise<string> {
  const { outputFiles } = await build({
    ...('file' in entry
      ? { entryPoints: [entry.file] }
      : { stdin: { contents: entry.contents, resolveDir: root, loader: 'ts' as const } }),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'import'],
    external: ['cloudflare:*', 'node:*'],
    // Some packages import it without its prefix.
    alias: { crypto: 'node:crypto' },
    plugins: [solidity, generated],
    logLevel: 'error',
  })
  const [script] = outputFiles
  if (!script) throw new Error('esbuild wrote nothing')
  return script.text
}
