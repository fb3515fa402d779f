import { build } from 'esbuild'

interface Choices {
  /** Neither has modules of Node: esbuild fails at one. */
  readonly platform?: 'browser' | 'neutral'
  readonly format?: 'esm' | 'iife'
  /** Packages that are left out. */
  readonly external?: readonly string[]
}

/** A program with all that it imports of this project's packages, minified, as text. */
export async function bundleProgram(
  contents: string,
  { platform = 'browser', format = 'esm', external = [] }: Choices = {},
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format,
    platform,
    target: 'es2022',
    external: [...external],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
