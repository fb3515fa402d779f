import { asList, asObject, isObject, type Json, mapValues } from './json.ts'

/** A parameter that as many operations have is a component. */
const SHARED_BY = 3

/**
 * The document with each parameter that several operations have alike as a component, named after the parameter; where a
 * name has several such forms, the less frequent ones are numbered. One whose schema refers to another stays where it is:
 * code generators look for that in the wrong place (orval).
 */
export function shareParameters(document: Json): Json {
  const uses = Map.groupBy(
    Object.values(asObject(document['paths'])).flatMap((item) => Object.values(asObject(item)).flatMap(parametersOf)),
    (parameter) => JSON.stringify(parameter),
  )
  const components = new Map<string, unknown>()
  const references = new Map<string, Json>()
  for (const [text, [parameter, ...others]] of [...uses].toSorted((a, b) => b[1].length - a[1].length)) {
    if (others.length + 1 < SHARED_BY || text.includes('$ref')) continue
    const name = freeName(nameOf(parameter), components)
    components.set(name, parameter)
    references.set(text, { $ref: `#/components/parameters/${name}` })
  }
  const shared = (operation: unknown) =>
    isObject(operation) && 'parameters' in operation
      ? { ...operation, parameters: parametersOf(operation).map((one) => references.get(JSON.stringify(one)) ?? one) }
      : operation
  return {
    ...document,
    components: { ...asObject(document['components']), parameters: Object.fromEntries(components) },
    paths: mapValues(document['paths'], (item) => mapValues(item, shared)),
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>, count = 1): string {
  const free = count === 1 ? name : `${name}-${count}`
  return taken.has(free) ? freeName(name, taken, count + 1) : free
}

const parametersOf = (operation: unknown): readonly unknown[] => asList(asObject(operation)['parameters'])

const nameOf = (parameter: unknown): string => {
  const name = String(asObject(parameter)['name'])
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
