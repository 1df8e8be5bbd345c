import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Brazilian Portuguese. */
export const pages: PageWords = {
  "page.verify.heading": "Confirme seu e-mail",
  "page.verify.body":
    "Use o botão para confirmar que este endereço é seu e concluir a configuração da sua conta {product}.",
  "page.verify.button": "Confirmar meu e-mail",
  "page.verify.not_you": "Não criou uma conta {product}?",
  "page.verify.not_you_button": "Não fui eu",
  "page.verify.done_heading": "Seu e-mail foi confirmado",
  "page.verify.done": "Agradecemos a confirmação. {email} agora pertence à sua conta {product}.",
  "page.verify.dead_link_confirmed":
    "Se você já confirmou seu endereço, está tudo certo: volte para {product} e faça login.",
  "page.verify.dead_link_new": "Caso contrário, peça um novo e-mail no app e use o link do mais recente.",
  "page.verify.delete_heading": "Excluir esta conta?",
  "page.verify.delete_body":
    "Alguém criou uma conta {product} com seu e-mail. Se não foi você, exclua a conta: {product} não usará mais seu endereço.",
  "page.verify.delete_button": "Excluir a conta",
  "page.verify.detach_heading": "Remover seu endereço desta conta?",
  "page.verify.detach_body":
    "Alguém usou seu e-mail em uma conta {product}. Se não foi você, remova seu endereço e a senha da conta. A conta em si será mantida, porque pode pertencer a outra pessoa.",
  "page.verify.detach_button": "Remover meu endereço",
  "page.verify.back_button": "Voltar",
  "page.verify.deleted_heading": "A conta foi excluída",
  "page.verify.deleted":
    "{product} não usa mais seu e-mail. Não é preciso fazer mais nada: você pode fechar esta página.",
  "page.verify.detached_heading": "Seu endereço foi removido",
  "page.verify.detached":
    "Seu e-mail e a senha foram removidos da conta: ninguém pode entrar com eles. A conta em si não foi excluída.",
  "page.verify.detached_close": "Não é preciso fazer mais nada: você pode fechar esta página.",

  "page.reset.heading": "Escolha uma nova senha",
  "page.reset.body": "Para sua conta {product}. Todos os dispositivos serão desconectados.",
  "page.reset.button": "Salvar nova senha",
  "page.reset.done_heading": "Sua senha foi alterada",
  "page.reset.done": "Todos os dispositivos foram desconectados.",
  "page.reset.dead_link":
    "Volte para {product}, escolha “Esqueci a senha” e use o link do e-mail mais recente.",

  "page.invite.heading": "Escolha uma senha",
  "page.invite.body": "Você recebeu um convite para {product}. Escolha uma senha para ativar sua conta.",
  "page.invite.button": "Salvar senha",
  "page.invite.done_heading": "Sua conta está pronta",
  "page.invite.done": "Sua senha foi salva.",
  "page.invite.dead_link": "Abra {product} e escolha “Esqueci a senha” para receber um novo link.",

  "page.password.new_label": "Nova senha",
  "page.password.label": "Senha",
  "page.password.show": "Mostrar senha",
  "page.password.hide": "Ocultar senha",
  "page.password.at_least": {
    one: "Pelo menos {count} caractere. Espaços e símbolos são permitidos.",
    many: "Pelo menos {count} caracteres. Espaços e símbolos são permitidos.",
    other: "Pelo menos {count} caracteres. Espaços e símbolos são permitidos.",
  },
  "page.password.no_common": "Senhas muito comuns não são aceitas.",
  "page.password.at_most": {
    one: "No máximo {count} caractere",
    many: "No máximo {count} caracteres",
    other: "No máximo {count} caracteres",
  },
  "page.password.too_short": {
    one: "Muito curta: use pelo menos {count} caractere",
    many: "Muito curta: use pelo menos {count} caracteres",
    other: "Muito curta: use pelo menos {count} caracteres",
  },
  "page.password.too_long": {
    one: "Muito longa: use no máximo {count} caractere",
    many: "Muito longa: use no máximo {count} caracteres",
    other: "Muito longa: use no máximo {count} caracteres",
  },
  "page.password.too_common": "Muito comum: muitas pessoas usam esta senha. Escolha outra",
  "page.password.personal": "Muito fácil de adivinhar: é o nome do app ou seu endereço",
  "page.password.weak": "Muito fraca: escolha outra senha",
  "page.password.sign_in":
    "Volte para {product} e faça login com sua nova senha. Você pode fechar esta página.",

  "page.methods.keep_heading": "Manter estes métodos de login?",
  "page.methods.keep_hint":
    "Cada um deles permite entrar na sua conta sem a senha. Os que você não marcar serão removidos.",
  "page.methods.remove_heading": "Remover algum destes métodos de login?",
  "page.methods.remove_hint":
    "Eles foram adicionados à conta antes de você confirmar este endereço. Marque os que não foram adicionados por você: eles serão removidos quando você confirmar seu endereço.",
  "page.methods.one_added":
    "Este método de login foi adicionado à conta antes de você confirmar este endereço:",
  "page.methods.app_added":
    "Um app autenticador, cujo código é pedido a cada login, foi adicionado à conta antes de você confirmar este endereço:",
  "page.methods.remove_it": "Se não foi você que adicionou, confirme seu endereço e remova esse método.",
  "page.methods.remove_provider_button": "Confirmar e remover {provider}",
  "page.methods.remove_passkey_button": "Confirmar e remover a chave de acesso",
  "page.methods.remove_app_button": "Confirmar e remover o app autenticador",
  "page.methods.passkey": "Chave de acesso",
  "page.methods.app": "App autenticador",
  "page.methods.linked": "Vinculado em {time}",
  "page.methods.added": "Adicionada em {time}, usada pela última vez em {last_time}",
  "page.methods.added_unused": "Adicionada em {time}, nunca usada desde então",
  "page.methods.connected": "Conectado em {time}, usado pela última vez em {last_time}",
  "page.methods.connected_unused": "Conectado em {time}, nunca usado desde então",
  "page.methods.providers_removed": "Não é mais possível entrar na conta com {providers}.",
  "page.methods.passkeys_removed": {
    one: "{count} chave de acesso foi removida da conta.",
    many: "{count} chaves de acesso foram removidas da conta.",
    other: "{count} chaves de acesso foram removidas da conta.",
  },
  "page.methods.app_removed":
    "O app autenticador foi removido da conta e todos os dispositivos foram desconectados.",

  "page.confirm_email.heading": "Confirme seu novo e-mail",
  "page.confirm_email.body":
    "A partir de agora, sua conta {product} usará este endereço para o login e para todas as mensagens. Enviaremos um aviso ao seu endereço antigo.",
  "page.confirm_email.button": "Usar este endereço",
  "page.confirm_email.done_heading": "Seu e-mail foi alterado",
  "page.confirm_email.done": "Sua conta {product} agora usa {email}: de agora em diante, faça login com ele.",
  "page.confirm_email.in_use":
    "Outra conta {product} agora usa este endereço, por isso a sua continua com o anterior.",
  "page.confirm_email.in_use_again": "Para usar um endereço diferente, altere-o novamente no app.",
  "page.confirm_email.dead_link_confirmed":
    "Se você já confirmou a alteração, está tudo certo: faça login com seu novo endereço.",
  "page.confirm_email.dead_link_new":
    "Caso contrário, altere o endereço novamente no app e use o link do e-mail mais recente.",

  "page.undo.heading": "Desfazer a alteração do seu e-mail?",
  "page.undo.body": "O e-mail da sua conta {product} foi alterado. Se não foi você, desfaça a alteração:",
  "page.undo.effect_address": "Sua conta volta a usar {email}",
  "page.undo.effect_devices": "Todos os dispositivos são desconectados",
  "page.undo.effect_methods": "A senha e todos os métodos de login adicionados recentemente são removidos",
  "page.undo.effect_password": "Você escolhe uma nova senha em seguida",
  "page.undo.button": "Desfazer a alteração",
  "page.undo.by_you":
    "Se foi você que alterou o endereço, não é preciso fazer nada: você pode fechar esta página.",
  "page.undo.done":
    "A alteração foi desfeita. Sua conta {product} voltou a usar {email} e todos os dispositivos foram desconectados.",
  "page.undo.in_use":
    "Outra conta {product} agora usa seu endereço antigo, por isso não foi possível desfazer a alteração. Nada foi alterado.",
  "page.undo.get_back": "Para recuperar sua conta, peça ajuda.",
  "page.undo.dead_link_undone":
    "Se você já desfez a alteração, seu endereço antigo voltou a funcionar: abra {product} e escolha “Esqueci a senha” para definir uma nova senha.",
  "page.undo.dead_link_not": "Caso contrário, peça ajuda.",

  "page.delete_account.ask_heading": "Excluir sua conta {product}",
  "page.delete_account.ask_body":
    "Digite o e-mail da sua conta. Enviaremos um link e nada será excluído até você abri-lo e confirmar.",
  "page.delete_account.email_label": "E-mail",
  "page.delete_account.email_hint": "O que você usa para fazer login em {product}.",
  "page.delete_account.email_mistake": "Digite um e-mail, como {example}",
  "page.delete_account.ask_button": "Enviar o link",
  "page.delete_account.ask_effects": "Depois da sua confirmação, será excluído permanentemente:",
  "page.delete_account.effect_profile": "Seu perfil: nome, foto e e-mail",
  "page.delete_account.effect_methods": "Todos os métodos de login: senha e contas vinculadas",
  "page.delete_account.effect_sessions": "Todas as sessões: cada dispositivo é desconectado",
  "page.delete_account.sent_heading": "Confira sua caixa de entrada",
  "page.delete_account.sent":
    "Se houver uma conta {product} para {email}, enviamos um link para esse endereço. Abra-o para excluir a conta.",
  "page.delete_account.sent_nothing":
    "Não recebeu nada depois de alguns minutos? Procure na pasta de spam e verifique se este é o endereço da sua conta.",
  "page.delete_account.heading": "Excluir sua conta?",
  "page.delete_account.body": "Sua conta {product} será excluída permanentemente:",
  "page.delete_account.at_once": "Essa ação não pode ser desfeita.",
  "page.delete_account.later":
    "Seus dispositivos serão desconectados imediatamente e a conta será excluída em {lifetime}. Se mudar de ideia, faça login antes disso.",
  "page.delete_account.subscription":
    "Uma assinatura comprada em uma loja de apps continua até você cancelá-la por lá.",
  "page.delete_account.sure": "Sim, excluir minha conta permanentemente",
  "page.delete_account.sure_mistake": "Marque a caixa para confirmar que você tem certeza",
  "page.delete_account.button": "Excluir minha conta",
  "page.delete_account.done_heading": "Sua conta foi excluída",
  "page.delete_account.done":
    "Sua conta {product} e todo o conteúdo dela foram excluídos, e todos os dispositivos foram desconectados.",
  "page.delete_account.scheduled_heading": "Sua conta será excluída",
  "page.delete_account.scheduled":
    "Sua conta {product} e todo o conteúdo dela serão excluídos em {time}. Todos os dispositivos foram desconectados.",
  "page.delete_account.keep": "Quer manter a conta? Faça login em {product} antes dessa data.",
  "page.delete_account.dead_link":
    "Se você já excluiu sua conta, não é preciso fazer mais nada. Caso contrário, peça um novo link.",
  "page.delete_account.dead_link_button": "Pedir um novo link",

  "page.code.heading": "Seu código de login",
  "page.code.asked_with": "Solicitado em {time} com {device}.",
  "page.code.asked": "Solicitado em {time}.",
  "page.code.body": "Digite-o em {product} no dispositivo que o solicitou:",
  "page.code.not_you": "Se você não o solicitou, feche esta página e não informe o código a ninguém.",
  "page.code.newest": "Somente o código do e-mail mais recente funciona.",
  "page.code.dead_link":
    "Se você já entrou, está tudo certo. Caso contrário, volte para {product} e peça um novo código.",

  "page.app.heading": "Volte para {product}",
  "page.app.body": "Este link abre o app {product} em um dispositivo em que ele esteja instalado.",
  "page.app.try_again":
    "Se você estava entrando na sua conta, volte para o app e tente novamente. Você pode fechar esta página.",

  "page.return.button": "Voltar para {product}",
  "page.return.signed_in_heading": "Quase lá",
  "page.return.signed_in":
    "Volte para {product} para concluir o login. Se nada abrir automaticamente, use o botão.",
  "page.return.cancelled_heading": "Login cancelado",
  "page.return.cancelled": "Nada foi compartilhado com {product} e você não entrou na sua conta.",
  "page.return.failed_heading": "Não foi possível fazer login",
  "page.return.failed": "Você não entrou na sua conta. Volte para {product} e tente novamente.",
  "page.return.lost_heading": "Não foi possível concluir este login",
  "page.return.lost": "Ele foi iniciado em outro navegador, demorou demais ou já foi concluído.",
  "page.return.lost_again": "Volte para {product} e faça login novamente.",
  "page.return.wrong_heading": "O login não está configurado corretamente",
  "page.return.wrong":
    "O app abriu esta página de um modo que este servidor não aceita. Você não entrou na sua conta.",
  "page.return.the_app": "o app",

  "page.authorize.heading": "Não há login aqui",
  "page.authorize.body":
    "Este servidor não oferece suporte ao fluxo de código de autorização do OAuth 2.0. Se você queria fazer login em {product}, use o app ou o site.",

  "page.accept_invite.heading": "Ative seu acesso de administração",
  "page.accept_invite.body":
    "Você recebeu um convite para administrar o servidor {product} em {host}. Escolha a senha com que você vai entrar.",
  "page.accept_invite.invited": "{inviter} enviou o convite para {email}.",
  "page.accept_invite.button": "Aceitar o convite",
  "page.accept_invite.done_heading": "Seu acesso de administração está pronto",
  "page.accept_invite.done":
    "Faça login no console como {email} com a senha que você acabou de escolher: {console}",
  "page.accept_invite.console": "Abrir o console",
  "page.accept_invite.role": "Sua função: {roles}",
  "page.accept_invite.token":
    "Para a linha de comando, crie um token de acesso pessoal no console e informe-o a {command}.",
  "page.accept_invite.dead_link_accepted":
    "Se você já aceitou o convite, está tudo certo: faça login no console.",
  "page.accept_invite.dead_link_new": "Caso contrário, peça um novo convite à pessoa que o enviou.",
  "page.accept_invite.owner": "Titular",
  "page.accept_invite.administrator": "Administração",
  "page.accept_invite.support": "Suporte",
  "page.accept_invite.viewer": "Somente leitura",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "este servidor",

  "page.failure.dead_link_heading": "Este link não funciona mais",
  "page.failure.dead_link": "Ele já foi usado, expirou ou foi substituído por um e-mail mais recente.",
  "page.failure.not_found_heading": "Página não encontrada",
  "page.failure.not_found":
    "Não há nada neste endereço. Se você veio de um e-mail, abra o link novamente e verifique se ele está completo.",
  "page.failure.elsewhere_heading": "Esta solicitação veio de outro site",
  "page.failure.elsewhere":
    "Para sua segurança, nada foi alterado. Abra o link do e-mail e use o botão da página.",
  "page.failure.many_heading": "Muitas tentativas",
  "page.failure.many_wait": "Aguarde {lifetime} e tente novamente.",
  "page.failure.unreadable_heading": "Não foi possível ler este formulário",
  "page.failure.unreadable": "Nada foi alterado. Abra o link do e-mail e tente novamente.",
  "page.failure.other_heading": "Algo deu errado",
  "page.failure.later": "Tente novamente em alguns minutos.",
  "page.failure.quote": "Se acontecer de novo, peça ajuda e informe este número:",
  "page.failure.in_use_heading": "Este endereço já está em uso",
  "page.failure.try_again": "Tentar novamente",

  "page.contact": "Entre em contato com {support_email}.",
  "page.contact_team": "Entre em contato com a equipe que administra {product}.",
  "page.back_to_app": "Volte para {product} para continuar. Você pode fechar esta página.",
  "page.close": "Você pode fechar esta página.",
  "page.open_app": "Abrir o app",
  "page.open_app_hint": "O botão funciona em um dispositivo em que o app esteja instalado.",
  "page.error_title": "Erro: {title}",
  "page.footer_help": "Ajuda",
  "page.footer_privacy": "Privacidade",
  "page.footer_terms": "Termos",
};
