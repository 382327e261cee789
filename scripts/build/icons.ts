import icons from 'unplugin-icons/vite'

/** Lucide's icons as components: `~icons/lucide/x`. A screen reader passes over them, their size is that of the style sheet. */
export const lucideIcons = () =>
  icons({
    compiler: 'svelte',
    autoInstall: false,
    iconCustomizer(_collection, _icon, props) {
      Object.assign(props, { width: '24', height: '24', 'aria-hidden': 'true' })
    },
  })
