/** The start of a constant of the module, whose value may be that of a call. */
const CONSTANT = /^(?:export )?(?:const|var) \w+(?:: [^=\n]+)? = (?=[\w{[])(?!async\b|function\b|class\b|\w+ => )/gm
/** The start of the next statement: sources are formatted, so that only closing brackets stand at the edge within one. */
const NEXT = /\n(?=[^\s)\]}`])|$/g

/**
 * A source whose constants may be left out if nothing uses them. The bundler cannot tell that a call without a use changes
 * nothing; it can of a function that it may call or not.
 */
export function withPureConstants(source: string): string {
  let kept = ''
  let from = 0
  for (const { 0: start, index } of source.matchAll(CONSTANT)) {
    const begin = index + start.length
    if (begin < from) continue
    NEXT.lastIndex = begin
    const value = source.slice(begin, NEXT.exec(source)?.index).replace(/;?\s*$/, '')
    if (!value.includes('(')) continue
    kept += `${source.slice(from, begin)}/* @__PURE__ */ (() => (${value}))()`
    from = begin + value.length
  }
  return kept + source.slice(from)
}

/** A class of a package at the edge of its module. */
const CLASS = /^class (\w+)( [^]*?^\})$/gm

/** The same for classes: one with a computed static member is never left out by itself. */
export const withPureClasses = (source: string): string =>
  source.replace(
    CLASS,
    (_, name: string, rest: string) => `var ${name} = /* @__PURE__ */ (() => class ${name}${rest})()`,
  )
