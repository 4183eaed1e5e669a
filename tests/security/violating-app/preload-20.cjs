const { contextBridge, ipcRenderer } = require('electron');

// The violation: the page may say anything on any channel.
contextBridge.exposeInMainWorld('bridge', {
  call: ipcRenderer.invoke,
  on: ipcRenderer.on,
  send: ipcRenderer.send,
});
