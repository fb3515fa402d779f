import solc from 'solc'

/** A process that compiles one standard JSON input, which its parent sends it, answers and ends. */
process.once('message', (input: unknown) => {
  process.send?.(solc.compile(String(input)), () => process.disconnect())
})
