import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { outDir } from '../platform/bundle/modulesOf.ts'

const root = path.resolve(import.meta.dirname, '..')
/**
 * A position in a bundle as a stack trace names it: `<worker>/<module>.js:<line>:<column>`, both counted from one, and with
 * `file:///…/` before it if the bundle is a part of the runtime's configuration.
 */
const POSITION = /(?:file:\/\/[^\s()]{0,300}\/|(?<![\w./]))([a-z]+\/[\w-]+\.js):(\d+):(\d+)/g
const maps = new Map<string, SourceMap | undefined>()

/**
 * Replaces positions in bundles with positions in the sources, for example in a stack trace; others stay as they are.
 */
export const toSourcePositions = (text: string): string =>
  text.replaceAll(POSITION, (position: string, module: string, line: string, column: string) => {
    if (!maps.has(module)) maps.set(module, readMap(module))
    const origin = maps.get(module)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return position
    const file = path.resolve(path.dirname(path.join(outDir, module)), origin.fileName)
    return `${path.relative(root, file)}:${origin.lineNumber}:${origin.columnNumber}`
  })

/** A bundle without a source map is a foreign one, or was built differently. */
function readMap(module: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path.join(outDir, module)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
