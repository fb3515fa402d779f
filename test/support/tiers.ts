/**
 * Files of the whole tier: they need a browser, a whole process of this project, kills of a runtime, generators of others, or
 * every operation in two runtimes at once. `npm test` runs all other files, `npm run test:whole` these.
 */
export const WHOLE: readonly string[] = [
  'test/browser/**',
  'test/cache/hostile.test.ts',
  'test/chatapp/page/**',
  'test/client/{pack,released}.test.ts',
  'test/client/viem/wagmi.test.ts',
  'test/docs/**',
  'test/effects/**',
  'test/laws/{codegen,deploy,examplesInPython,sameAnswers}.test.ts',
  'test/localnet/{findDocuments,leftOvers,lockFolder,start,startAnvil,startWorkers}.test.ts',
  'test/mcp/inspector/**',
  'test/provisioner/client/cli.test.ts',
  'test/provisioner/{provision,service}.test.ts',
  'test/site/front/live.test.ts',
  'test/site/pages.browser/**',
  'test/site/reference/samples.test.ts',
  'test/site/try/**',
  'test/workflows/**',
  'test/**/*kill.test.ts',
  'test/cre/restarts.test.ts',
  'test/workspace/vaults/twoPersons.workerd.test.ts',
]
