import * as z from 'zod'
import { serveRuntime } from './startRuntime.ts'

/** `node serveUntilKilled.ts <stateDir> <variables as JSON>`: serves the runtime API and says where, in a line. */
const [stateDir = '', variables = '{}'] = process.argv.slice(2)
const { workers } = await serveRuntime(stateDir, z.record(z.string(), z.string()).parse(JSON.parse(variables)))
console.log(workers.sockets['cre'])
