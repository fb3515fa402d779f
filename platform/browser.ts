import type { BuildOptions } from 'esbuild'

/** How everything is bundled that a browser loads. */
export const BROWSER: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
  write: false,
}
