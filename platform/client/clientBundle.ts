import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../client')

/** The main module of the built client package, and what it is built from. */
export const CLIENT = { bundle: path.join(folder, 'dist/index.js'), entry: path.join(folder, 'index.ts') } as const
