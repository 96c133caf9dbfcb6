import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Everything that is not the public internet. Source: the IANA special-purpose address registries. */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')
}

/** Longest wait for a name before a task is taken on; the connection itself checks again. */
const LOOKUP_TIMEOUT_MS = 2_000

/** @returns whether an IP address is one of the public internet; IPv4 inside IPv6 counts as what it holds */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return !NOT_PUBLIC.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** @returns whether a host, by name or number, is this machine */
export function isLoopbackHost(host: string): boolean {
  const bare = bareHost(host)
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** A URL's or header's host without brackets, trailing dot and capitals. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/**
 * Whether a host certainly leads into a private network: by its number, or by what its name stands for now. A name that
 * cannot be looked up is no answer yet: fetching it will tell.
 */
export async function leadsInside(host: string): Promise<boolean> {
  const bare = bareHost(host)
  if (isIP(bare) !== 0) return !isPublicAddress(bare)
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  const timeUp = new Promise<[]>((resolve) => {
    setTimeout(resolve, LOOKUP_TIMEOUT_MS, []).unref()
  })
  try {
    const found = await Promise.race([lookup(bare, { all: true }), timeUp])
    return found.some((entry) => !isPublicAddress(entry.address))
  } catch {
    // An unknown name: the task fails with that as its reason.
    return false
  }
}
