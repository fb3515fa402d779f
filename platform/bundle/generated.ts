import type { Plugin } from 'esbuild'

/** Modules that are made here and not per request: their exports are texts. */
const GENERATED: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  agentTools: async () => (await import('../agentTools.ts')).agentTools(),
  reviewDiscovery: async () => (await import('../reviewDiscovery.ts')).reviewDiscovery(),
  mcp: async () => (await import('../mcp/modules.ts')).mcpModules(),
  skills: async () => (await import('../skills.ts')).skillsModule(),
  page: async () => (await import('../site/apiPage.ts')).apiPage(),
  routes: async () => (await import('../routes.ts')).routes(),
  chatappPage: async () => (await import('../chatappPage.ts')).chatappPage(),
}

/** What is made by the build imports as its texts. */
export const generated: Plugin = {
  name: 'generated',
  setup(build) {
    build.onResolve({ filter: /^virtual:/ }, ({ path: name }) => ({
      path: name.slice('virtual:'.length),
      namespace: 'generated',
    }))
    build.onLoad({ filter: /.*/, namespace: 'generated' }, async ({ path: name }) => {
      const texts = Object.entries((await GENERATED[name]?.()) ?? {})
      return { contents: texts.map(([key, text]) => `export const ${key} = ${JSON.stringify(text)}`).join('\n') }
    })
  },
}
