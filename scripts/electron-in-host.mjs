#!/usr/bin/env node
/** What electron-vite takes for Electron's executable in `npm run dev`: `electron-in-host.mjs <app folder or entry> …`. */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInForeground } from './child.mjs'

const [given = '.', ...rest] = process.argv.slice(2).filter((argument) => !argument.startsWith('--inspect'))
const entry = statSync(given).isDirectory()
  ? join(given, JSON.parse(readFileSync(join(given, 'package.json'), 'utf8')).main)
  : given
const register = join(import.meta.dirname, '..', 'test', 'host', 'register.ts')
const flags = ['--disable-warning=ExperimentalWarning', '--import', register]
runInForeground(process.execPath, [...flags, resolve(entry), ...rest])
