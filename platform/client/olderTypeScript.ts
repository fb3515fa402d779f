import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Loaded before code generators that write by TypeScript's old compiler interface: `typescript` is then the one that
 * @ts-morph/common carries, since the compiler of this project has no such interface.
 */
const older = pathToFileURL(createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: older, format: 'commonjs', shortCircuit: true } : next(specifier, context),
})
