import { expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Callers of other services over HTTP: a file or the beginning of a path, and the service. All others use `askService`. */
const MAY: Readonly<Record<string, string>> = {
  'shared/provider/askService.ts': 'services that the operator names',
  'shared/chain/': 'nodes of the chain',
  'shared/outside/': 'what strangers name, after a look at its address',
  'functions/rpc/proxy/': 'nodes, on behalf of callers',
  'functions/token/context.ts': 'pictures, from hosts that the operator lists',
  'functions/chatapp/page/': 'this API, from a browser',
  'functions/site/live/': 'this API, from a browser',
}

/** A call of the global function, or a use of it as a value; methods of that name belong to somebody else. */
const FETCH = /(?<![.\w]|async )fetch\((?!\w+: )|[=?(,{]\s*fetch\b(?![:(])|globalThis\.fetch/

const callers = sources('schema', 'shared', 'functions', 'provisioner')
  .filter(({ text }) => FETCH.test(text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '')))
  .map(({ file }) => file)

test('one client asks the services of others', () => {
  expect(callers.filter((file) => !Object.keys(MAY).some((folder) => file.startsWith(folder)))).toEqual([])
})

test('each exception is one', () => {
  expect(Object.keys(MAY).filter((folder) => !callers.some((file) => file.startsWith(folder)))).toEqual([])
})
