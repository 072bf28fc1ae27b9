/* A statically linked program has no dlopen, and Valkey resolves its own Lua module with it: these functions find that module's two entry
 * points, and nothing else. References are weak, so that configure scripts link without Valkey. */
#include <stddef.h>
#include <string.h>

extern int ValkeyModule_OnLoad_lua(void *, void **, int) __attribute__((weak));
extern int ValkeyModule_OnUnload_lua(void *) __attribute__((weak));

static int self;

void *dlopen(const char *path, int mode) {
    (void)mode;
    return path == NULL ? &self : NULL;
}

void *dlsym(void *handle, const char *name) {
    (void)handle;
    if (strcmp(name, "ValkeyModule_OnLoad_lua") == 0) return (void *)ValkeyModule_OnLoad_lua;
    if (strcmp(name, "ValkeyModule_OnUnload_lua") == 0) return (void *)ValkeyModule_OnUnload_lua;
    return NULL;
}

int dlclose(void *handle) {
    (void)handle;
    return 0;
}

char *dlerror(void) { return "This server cannot load modules: it is linked statically"; }
