import type { BuildOptions } from 'esbuild'
import { generated } from './generated.ts'
import { packages } from './packages.ts'
import { solidity } from './solidity.ts'
import { sources } from './sources.ts'

/** How every bundle of Workers is made. */
export const sharedOptions = {
  bundle: true,
  keepNames: false,
  format: 'esm' as const,
  platform: 'neutral' as const,
  target: 'es2024',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  // Some packages import it without its prefix.
  alias: { crypto: 'node:crypto' },
  jsx: 'automatic' as const,
  jsxImportSource: 'preact',
  plugins: [packages, sources, solidity, generated],
  metafile: true as const,
  logLevel: 'warning' as const,
} satisfies BuildOptions
