/** Shows pushes, and opens what they are about. */
self.addEventListener('push', (event) => {
  const { title, body, data, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, data, tag }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url || '/'));
});
