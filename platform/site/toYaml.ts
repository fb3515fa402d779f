import { Document, isCollection, isPair, isScalar } from 'yaml'

/** A collection of so many characters is written in one line. */
const SHORT = 120

/**
 * JSON as YAML 1.2, in block style but for what is short. Parsers of YAML 1.1 read it the same way.
 *
 * @param value what JSON.parse returned
 */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  putInLines(document.contents)
  if (isCollection(document.contents)) document.contents.flow = false
  return document.toString({ lineWidth: 0, blockQuote: false })
}

/** Chooses the style of each collection in a node; returns about how many characters the node takes in one line. */
function putInLines(node: unknown): number {
  if (isPair(node)) return putInLines(node.key) + putInLines(node.value)
  if (isScalar(node)) return String(node.value).length + 2
  if (!isCollection(node)) return 0
  const length = node.items.reduce<number>((sum, item) => sum + putInLines(item), 2)
  node.flow = length <= SHORT
  return length
}
