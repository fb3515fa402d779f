import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { Agent, setGlobalDispatcher } from 'undici'

let printed = ''
let hasSettled = true
let connections = new Agent()

process.stdout.write = (text: string | Uint8Array) => {
  printed += typeof text === 'string' ? text : new TextDecoder().decode(text)
  return true
}

function end(failure?: string): void {
  process.channel?.ref()
  void connections.destroy()
  process.send?.({ printed, failure })
  printed = ''
}

const fail = (error: unknown): void => end(inspect(error))

process.on('message', (file) => {
  // Connections of the script before may be closed by now.
  setGlobalDispatcher((connections = new Agent()))
  process.channel?.unref()
  hasSettled = false
  import(pathToFileURL(String(file)).href).then(() => {
    hasSettled = true
  }, fail)
})
process.on('uncaughtException', fail)
// Nothing is left to do: by itself the script's process would end here.
process.on('beforeExit', () => end(hasSettled ? undefined : 'it awaits what never comes'))
