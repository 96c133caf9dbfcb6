import { describe, expect, it } from 'vitest'
import { isLoopbackHost, isPublicAddress, leadsInside } from '../../../../src/service/input/address-rules.ts'

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:192.168.0.1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '11.0.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])('lets %s through', (address) => expect(isPublicAddress(address)).toBe(true))
})

it.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['::1', true],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['0.0.0.0', false],
  ['192.168.1.2', false],
])('isLoopbackHost(%s) is %s', (host, expected) => expect(isLoopbackHost(host)).toBe(expected))

it.each([
  ['localhost', true],
  ['app.localhost', true],
  ['10.0.0.1', true],
  ['[fe80::1]', true],
  ['8.8.8.8', false],
])('leadsInside(%s) is %s', async (host, expected) => expect(await leadsInside(host)).toBe(expected))
