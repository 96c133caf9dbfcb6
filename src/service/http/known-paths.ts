import type { FastifyInstance } from 'fastify'

/**
 * Remembers every route from now on, to tell a wrong method from a wrong address: the framework calls both "not found".
 *
 * @returns the methods that a path takes; null where there is no such path
 */
export function rememberPaths(app: FastifyInstance): (path: string) => string[] | null {
  const known: { pattern: RegExp; methods: Set<string> }[] = []
  app.addHook('onRoute', (route) => {
    const source = `^${route.url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`
    let entry = known.find(({ pattern }) => pattern.source === new RegExp(source).source)
    if (!entry) known.push((entry = { pattern: new RegExp(source), methods: new Set() }))
    for (const method of [route.method].flat()) entry.methods.add(method)
  })
  return (path) => {
    const entry = known.find(({ pattern }) => pattern.test(path))
    return entry ? [...entry.methods] : null
  }
}
