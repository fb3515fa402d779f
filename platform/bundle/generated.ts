import path from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from './modulesOf.ts'

/** Modules that are made here and not per request: their exports are texts. */
const GENERATED: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  agentTools: async () => (await import('../agentTools.ts')).agentTools(),
  reviewDiscovery: async () => (await import('../reviewDiscovery.ts')).reviewDiscovery(),
  mcp: async () => (await import('../mcp/modules.ts')).mcpModules(),
  skills: async () => (await import('../skills.ts')).skillsModule(),
  routes: async () => (await import('../routes.ts')).routes(),
  chatappPage: async () => (await import('../chatappPage.ts')).chatappPage(),
  siteFiles: async () => ({
    json: JSON.stringify((await (await import('../site/pages/siteFiles.ts')).siteFiles()).files),
  }),
}

/** Modules of ours whose types know a browser: an import of them has the types of types.d.ts. */
const PAGES: Readonly<Record<string, string>> = { pages: path.join(root, 'functions/site/pages/entities.ts') }

/** A module that the build makes imports as its texts. */
export const generated: Plugin = {
  name: 'generated',
  setup(build) {
    build.onResolve({ filter: /^virtual:/ }, ({ path: url }) => {
      const name = url.slice('virtual:'.length)
      const file = PAGES[name]
      return file === undefined ? { path: name, namespace: 'generated' } : { path: file }
    })
    build.onLoad({ filter: /.*/, namespace: 'generated' }, async ({ path: name }) => {
      const texts = Object.entries((await GENERATED[name]?.()) ?? {})
      return { contents: texts.map(([key, text]) => `export const ${key} = ${JSON.stringify(text)}`).join('\n') }
    })
  },
}
